import type { ReactElement, ReactNode } from 'react';
import { View } from 'react-native';
import { decoration } from '../decoration.js';
import { Label } from '../Label.js';
import { Item } from '../pieces.js';
import { useUI } from '../PealUI.js';
import type { Panel } from './Panel.js';

export interface SettingProps {
  readonly panel: Panel;
  readonly icon: string;
  readonly name: string;
  readonly hint?: string | null;
  readonly isOn: boolean;
  readonly isLocked?: boolean;
  readonly isFirst?: boolean;
  readonly change: (isOn: boolean) => void;
  /** Keys of `failures` and `saving` that belong to the setting. */
  readonly keys: readonly string[];
  readonly children?: ReactNode;
}

/** A switch with its name, explanation and, when it could not be saved, why and "Try again". */
export function Setting({ panel, icon, name, hint, isOn, isLocked = false, isFirst, change, keys, children }: SettingProps): ReactElement {
  const { theme: { colours, space, target }, components: { Icon, Switch } } = useUI();
  const isSaving = panel.view.saving.some((key) => keys.includes(key));
  return (
    <Item isFirst={isFirst}>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space.m, minHeight: target }}>
        <Icon name={icon} size={22} color={colours.soft} />
        <View style={{ flex: 1, paddingVertical: space.xs }} {...decoration}>
          <Label weight="500" soft={isLocked}>{name}</Label>
          {hint ? <Label kind="small" soft>{hint}</Label> : null}
        </View>
        {isLocked ? <Icon name="lock" size={18} color={colours.soft} /> : null}
        <Switch
          value={isOn}
          disabled={isLocked}
          onValueChange={change}
          accessibilityRole="switch"
          accessibilityLabel={name}
          accessibilityHint={hint ?? undefined}
          accessibilityState={{ checked: isOn, disabled: isLocked, busy: isSaving }}
        />
      </View>
      {children}
      <Failures panel={panel} keys={keys} />
    </Item>
  );
}

/** What the server refused of these keys; the setting is shown as before the change. */
export function Failures({ panel, keys }: { readonly panel: Panel; readonly keys: readonly string[] }): ReactElement {
  const { theme: { colours, space, radius }, components: { Button }, t, explain } = useUI();
  const { preferences } = panel.peal;
  return (
    <>
      {panel.view.failures.filter((failure) => keys.includes(failure.key)).map(({ key, error }) => (
        <View
          key={key} accessibilityLiveRegion="assertive"
          style={{
            borderRadius: radius.s, paddingHorizontal: space.m, paddingTop: space.s, backgroundColor: colours.red.background,
          }}
        >
          <Label kind="small" color={colours.red.ink}>{`${t('preferences.notSaved')} ${explain(error)}`}</Label>
          <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s, marginStart: -space.s }}>
            <Button kind="quiet" title={t('retry')} onPress={() => panel.run(preferences.retry(key))} />
            <Button kind="quiet" title={t('close')} onPress={() => preferences.dismissFailure(key)} />
          </View>
        </View>
      ))}
    </>
  );
}

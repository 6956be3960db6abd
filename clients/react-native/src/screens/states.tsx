import type { ReactElement } from 'react';
import { View } from 'react-native';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';

export interface StateViewProps {
  readonly icon: string;
  readonly title: string;
  readonly detail?: string | null;
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** What a screen shows when it has nothing else: nothing there, an error, no network. */
export function StateView({ icon, title, detail, action }: StateViewProps): ReactElement {
  const { theme: { colours, space }, components: { Button, Icon } } = useUI();
  return (
    <View style={{ alignItems: 'center', gap: space.s, paddingVertical: 56, paddingHorizontal: space.xl }}>
      <View
        style={{
          width: 64, height: 64, borderRadius: 32, alignItems: 'center', justifyContent: 'center', marginBottom: space.s,
          backgroundColor: colours.tint,
        }}
      >
        <Icon name={icon} size={30} color={colours.link} />
      </View>
      <Label weight="600" style={{ textAlign: 'center' }}>{title}</Label>
      {detail ? <Label kind="small" soft style={{ textAlign: 'center', maxWidth: 360 }}>{detail}</Label> : null}
      {action ? <View style={{ marginTop: space.m }}><Button kind="primary" title={action.title} onPress={action.run} /></View> : null}
    </View>
  );
}

export interface FailedProps {
  readonly error: unknown;
  readonly isOffline: boolean;
  readonly retry: () => void;
}

/** What could not be loaded, why, and "Try again". */
export function Failed({ error, isOffline, retry }: FailedProps): ReactElement {
  const { t, explain } = useUI();
  if ((error as { readonly code?: string } | null)?.code === 'unauthenticated') return <StateView icon="lock" title={explain(error)} />;
  return (
    <StateView
      icon={isOffline ? 'offline' : 'alert'}
      title={t(isOffline ? 'offline' : 'failed')}
      detail={isOffline ? t('offlineHint') : explain(error)}
      action={{ title: t('retry'), run: retry }}
    />
  );
}

export interface NoticeProps {
  readonly tone?: 'gray' | 'yellow' | 'red';
  readonly text: string;
  readonly retry?: () => void;
}

/** A line above the content that says in which mode it is shown. */
export function Notice({ tone = 'gray', text, retry }: NoticeProps): ReactElement {
  const { theme: { colours, space, radius }, components: { Button }, t } = useUI();
  const { ink, background } = tone === 'gray' ? { ink: colours.ink, background: colours.sunken } : colours[tone];
  return (
    <View
      accessibilityLiveRegion="polite"
      style={{
        flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', columnGap: space.s, paddingHorizontal: space.m, paddingVertical: space.s,
        borderRadius: radius.s, backgroundColor: background,
      }}
    >
      <Label kind="small" color={ink} style={{ flex: 1, flexBasis: 180 }}>{text}</Label>
      {retry ? <Button kind="quiet" title={t('retry')} onPress={retry} /> : null}
    </View>
  );
}

/** Rows without words, while something loads. */
export function LoadingRows({ count = 6 }: { readonly count?: number }): ReactElement {
  const { theme: { colours, space }, t } = useUI();
  const bone = (width: string): ReactElement => <View style={{ height: 12, width, borderRadius: 6, backgroundColor: colours.line }} />;
  return (
    <View accessible accessibilityRole="progressbar" accessibilityLabel={t('loading')} accessibilityState={{ busy: true }}>
      {[62, 48, 70, 54, 66, 44, 58, 50].slice(0, count).map((width) => (
        <View key={width} style={{ flexDirection: 'row', gap: space.m, paddingVertical: space.l, paddingHorizontal: space.l }}>
          <View style={{ width: 40, height: 40, borderRadius: 20, backgroundColor: colours.line }} />
          <View style={{ flex: 1, gap: space.s, justifyContent: 'center' }}>{bone(`${width}%`)}{bone('88%')}</View>
        </View>
      ))}
    </View>
  );
}

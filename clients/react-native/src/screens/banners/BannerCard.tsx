import type { ReactElement } from 'react';
import { Pressable, View } from 'react-native';
import { IconButton } from '../IconButton.js';
import { Label } from '../Label.js';
import { Mark } from '../pieces.js';
import { useUI } from '../PealUI.js';
import { BannerReplies, type BannerProps } from './BannerReplies.js';

export function BannerCard({ peal, one, open, close, replied }: BannerProps): ReactElement {
  const { theme: { colours, space, radius }, t } = useUI();
  const isCritical = one.priority === 'critical';
  return (
    <View
      accessibilityRole={isCritical ? 'alert' : undefined}
      accessibilityLiveRegion="none"
      style={{
        width: '100%', maxWidth: 480, paddingBottom: one.actions ? space.m : 0, borderRadius: radius.m, borderWidth: 1, backgroundColor: colours.surface,
        borderColor: isCritical ? colours.red.fill : colours.line, elevation: 8, shadowColor: '#000000', shadowOpacity: 0.18, shadowRadius: 18,
        shadowOffset: { width: 0, height: 6 },
      }}
    >
      <View style={{ flexDirection: 'row', alignItems: 'flex-start' }}>
        <Pressable
          accessibilityRole="button"
          accessibilityLabel={[one.title, one.body].filter(Boolean).join('. ')}
          onPress={open}
          style={({ pressed }) => ({ flex: 1, flexDirection: 'row', gap: space.m, padding: space.m, opacity: pressed ? 0.6 : 1 })}
        >
          <Mark icon={isCritical ? 'alert' : 'bell'} tone={isCritical ? 'red' : 'tint'} />
          <View style={{ flex: 1 }}>
            <Label weight="600" lines={2}>{one.title}</Label>
            {one.body ? <Label kind="small" soft lines={3}>{one.body}</Label> : null}
          </View>
        </Pressable>
        <IconButton icon="close" label={`${t('close')}: ${one.title}`} onPress={close} />
      </View>
      {one.actions ? <View style={{ paddingHorizontal: space.m }}><BannerReplies peal={peal} one={one} replied={replied} /></View> : null}
    </View>
  );
}

import type { ReactElement } from 'react';
import { Modal, ScrollView, View } from 'react-native';
import { Label } from '../Label.js';
import { Mark } from '../pieces.js';
import { useUI } from '../PealUI.js';
import { orientations, useReducedMotion } from '../Sheet.js';
import { BannerReplies, type BannerProps } from './BannerReplies.js';

/** A notification that takes the whole screen (R097): an alert dialog that the user opens, answers or closes. */
export function FullScreenBanner({ peal, one, open, close, replied }: BannerProps): ReactElement {
  const { theme: { colours, space }, components: { Button }, t } = useUI();
  const isReduced = useReducedMotion();
  const isCritical = one.priority === 'critical';
  return (
    <Modal visible supportedOrientations={orientations} animationType={isReduced ? 'none' : 'fade'} onRequestClose={close}>
      <View
        accessibilityRole="alert"
        accessibilityLiveRegion="assertive"
        accessibilityViewIsModal
        onAccessibilityEscape={close}
        style={{ flex: 1, backgroundColor: colours.surface }}
      >
        <ScrollView
          style={{ flex: 1 }}
          contentContainerStyle={{ flexGrow: 1, justifyContent: 'center', alignSelf: 'center', width: '100%', maxWidth: 480, padding: space.xl, gap: space.l }}
        >
          <View style={{ alignItems: 'center', gap: space.m }}>
            <Mark icon={isCritical ? 'alert' : 'bell'} tone={isCritical ? 'red' : 'tint'} />
            <Label kind="title" weight="700" accessibilityRole="header" style={{ textAlign: 'center' }}>{one.title}</Label>
            {one.body ? <Label soft style={{ textAlign: 'center' }}>{one.body}</Label> : null}
          </View>
          <BannerReplies peal={peal} one={one} replied={replied} />
        </ScrollView>
        <View style={{ alignSelf: 'center', width: '100%', maxWidth: 480, padding: space.xl, gap: space.s }}>
          <Button kind="primary" isWide title={t('open')} onPress={open} />
          <Button isWide title={t('close')} onPress={close} />
        </View>
      </View>
    </Modal>
  );
}

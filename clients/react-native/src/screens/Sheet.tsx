import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { AccessibilityInfo, Modal, Pressable, ScrollView, View } from 'react-native';
import { IconButton } from './IconButton.js';
import { Label } from './Label.js';
import { useUI } from './PealUI.js';

export interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Buttons below what scrolls. */
  readonly foot?: ReactNode;
  /** Something of its own that scrolls. */
  readonly hasOwnScroll?: boolean;
}

export const orientations = ['portrait', 'portrait-upside-down', 'landscape', 'landscape-left', 'landscape-right'] as const;

/** Whether the user wants less movement. */
export function useReducedMotion(): boolean {
  const [isReduced, setReduced] = useState(false);
  useEffect(() => {
    let isShown = true;
    AccessibilityInfo.isReduceMotionEnabled().then((isOn) => isShown && setReduced(isOn)).catch(() => undefined);
    const changes = AccessibilityInfo.addEventListener('reduceMotionChanged', setReduced);
    return () => {
      isShown = false;
      changes.remove();
    };
  }, []);
  return isReduced;
}

/** A sheet from below, over the screen; what is behind it cannot be reached. */
export function Sheet({ title, onClose, children, foot, hasOwnScroll }: SheetProps): ReactElement {
  const { theme: { colours, space, radius }, t } = useUI();
  const isReduced = useReducedMotion();
  return (
    <Modal
      visible
      transparent
      statusBarTranslucent
      supportedOrientations={orientations}
      animationType={isReduced ? 'none' : 'slide'}
      onRequestClose={onClose}
    >
      <View style={{ flex: 1, justifyContent: 'flex-end', alignItems: 'center', backgroundColor: colours.backdrop }}>
        {/* For fingers only: screen readers have the button and the gesture that closes. */}
        <Pressable accessible={false} onPress={onClose} style={{ position: 'absolute', top: 0, bottom: 0, left: 0, right: 0 }} />
        <View
          accessibilityViewIsModal
          onAccessibilityEscape={onClose}
          style={{
            width: '100%', maxWidth: 560, maxHeight: '88%', paddingBottom: space.xl, backgroundColor: colours.surface,
            borderTopLeftRadius: radius.m + 4, borderTopRightRadius: radius.m + 4,
          }}
        >
          <View style={{ flexDirection: 'row', alignItems: 'flex-start', gap: space.s, paddingStart: space.l, paddingEnd: space.s, paddingVertical: space.s }}>
            <Label kind="title" weight="700" accessibilityRole="header" style={{ flex: 1, paddingVertical: space.s }}>{title}</Label>
            <IconButton icon="close" label={t('close')} onPress={onClose} />
          </View>
          {hasOwnScroll ? children : (
            <ScrollView style={{ flexGrow: 0, flexShrink: 1 }} contentContainerStyle={{ paddingHorizontal: space.l, gap: space.m }}>{children}</ScrollView>
          )}
          {foot ? <View style={{ gap: space.s, paddingHorizontal: space.l, paddingTop: space.l }}>{foot}</View> : null}
        </View>
      </View>
    </Modal>
  );
}

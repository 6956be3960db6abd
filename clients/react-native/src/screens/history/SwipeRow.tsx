import { useRef, type ReactElement, type ReactNode } from 'react';
import { Animated, PanResponder, View } from 'react-native';
import { decoration } from '../decoration.js';
import { useUI } from '../PealUI.js';

const START = 12;
const PART = 0.38;

export interface SwipeRowProps {
  readonly onSwiped: () => void;
  readonly children?: ReactNode;
}

/** A row that a finger pushes aside to delete it; released early, it comes back. A button does the same. */
export function SwipeRow({ onSwiped, children }: SwipeRowProps): ReactElement {
  const { theme: { colours, space }, components: { Icon } } = useUI();
  const width = useRef(320);
  const swiped = useRef(onSwiped);
  swiped.current = onSwiped;
  const offset = useRef(new Animated.Value(0)).current;
  const back = (): void => Animated.spring(offset, { toValue: 0, useNativeDriver: true }).start();
  const responder = useRef(PanResponder.create({
    onMoveShouldSetPanResponder: (_, { dx, dy }) => Math.abs(dx) > START && Math.abs(dx) > Math.abs(dy) * 1.5,
    onPanResponderMove: (_, { dx }) => offset.setValue(dx),
    onPanResponderRelease: (_, { dx }) => {
      if (Math.abs(dx) > width.current * PART) {
        swiped.current();
        // The row may come back: by undo, or because the server refused.
        offset.setValue(0);
      } else back();
    },
    // The list scrolls instead.
    onPanResponderTerminate: back,
    onPanResponderTerminationRequest: () => false,
  })).current;
  return (
    <View onLayout={({ nativeEvent }) => { width.current = nativeEvent.layout.width; }} style={{ backgroundColor: colours.red.background }}>
      <View
        {...decoration}
        style={{
          position: 'absolute', top: 0, bottom: 0, left: 0, right: 0, flexDirection: 'row', alignItems: 'center', justifyContent: 'space-between',
          paddingHorizontal: space.xl,
        }}
      >
        <Icon name="trash" size={24} color={colours.red.ink} />
        <Icon name="trash" size={24} color={colours.red.ink} />
      </View>
      <Animated.View {...responder.panHandlers} style={{ transform: [{ translateX: offset }] }}>{children}</Animated.View>
    </View>
  );
}

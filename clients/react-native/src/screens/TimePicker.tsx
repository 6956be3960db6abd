import { useMemo, type ReactElement } from 'react';
import { FlatList, Pressable } from 'react-native';
import { Label } from './Label.js';
import type { TimePickerProps } from './components.js';
import { useUI } from './PealUI.js';
import { Sheet } from './Sheet.js';
import { clockTime } from './texts.js';

const STEP = 15;
const two = (value: number): string => String(value).padStart(2, '0');

/** Every quarter of an hour, and the time that was chosen elsewhere. */
function timesWith(value: string): string[] {
  const steps = Array.from({ length: (24 * 60) / STEP }, (_, at) => `${two(Math.floor((at * STEP) / 60))}:${two((at * STEP) % 60)}`);
  return steps.includes(value) ? steps : [...steps, value].sort();
}

/** A list of times: it needs no native module, and a screen reader reads it. */
export function TimePicker({ title, value, onChange, onClose }: TimePickerProps): ReactElement {
  const { theme: { colours, space, target }, locale, components: { Icon } } = useUI();
  const times = useMemo(() => timesWith(value), [value]);
  const height = target + space.s;
  return (
    <Sheet title={title} onClose={onClose} hasOwnScroll>
      <FlatList
        style={{ height: height * 6 }}
        data={times}
        keyExtractor={(time) => time}
        initialNumToRender={12}
        windowSize={5}
        getItemLayout={(_, index) => ({ length: height, offset: height * index, index })}
        initialScrollIndex={Math.max(0, times.indexOf(value) - 2)}
        accessibilityRole="radiogroup"
        accessibilityLabel={title}
        renderItem={({ item: time }) => (
          <Pressable
            accessibilityRole="radio"
            accessibilityLabel={clockTime(locale, time)}
            accessibilityState={{ checked: time === value }}
            onPress={() => {
              onClose();
              if (time !== value) onChange(time);
            }}
            style={{
              height, flexDirection: 'row', alignItems: 'center', justifyContent: 'space-between', paddingHorizontal: space.l,
              backgroundColor: time === value ? colours.tint : 'transparent',
            }}
          >
            <Label weight={time === value ? '600' : '400'} color={time === value ? colours.link : colours.ink}>{clockTime(locale, time)}</Label>
            {time === value ? <Icon name="check" size={20} color={colours.link} /> : null}
          </Pressable>
        )}
      />
    </Sheet>
  );
}

import { usePathname } from 'expo-router';
import { useHighlight, useViewed } from 'peal-react-native/hooks';
import type { ReactElement, ReactNode } from 'react';
import { FlatList, Pressable, Text } from 'react-native';
import type { Item } from './content';

export interface ItemsProps {
  readonly path: string;
  /** The catalog's category of what is shown. */
  readonly category: string;
  readonly items: readonly Item[];
  readonly header?: ReactNode;
  readonly onPress?: (item: Item) => void;
}

/**
 * A tab's list. While it is shown, what notifications of its category are about is seen, and the tab's badge is cleared. The item that a
 * tap led to is highlighted for two seconds.
 */
export function Items({ path, category, items, header, onPress }: ItemsProps): ReactElement {
  useViewed({ category }, { isFocused: usePathname() === path });
  const { isHighlighted } = useHighlight({ path, label: (entity) => items.find((item) => item.entity === entity)?.title });
  return (
    <FlatList
      data={items}
      keyExtractor={({ entity }) => entity}
      ListHeaderComponent={<>{header}</>}
      renderItem={({ item }) => (
        <Pressable
          onPress={() => onPress?.(item)}
          style={{ padding: 16, backgroundColor: isHighlighted(item.entity) ? '#dbe6ff' : 'transparent' }}
        >
          <Text style={{ fontWeight: '600' }}>{item.title}</Text>
          <Text>{item.text}</Text>
        </Pressable>
      )}
    />
  );
}

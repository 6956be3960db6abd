import type { ReactElement } from 'react';
import { View } from 'react-native';
import type { EtaBoard } from 'peal-core';
import { replyCounts, type ReplyColour } from 'peal-core/words';
import { Chip } from '../Chip.js';
import { decoration } from '../decoration.js';
import { Label } from '../Label.js';
import { Dot } from '../pieces.js';
import { useUI } from '../PealUI.js';

export interface OverviewProps {
  readonly board: EtaBoard;
  readonly filter: ReplyColour | null;
  readonly onFilter: (filter: ReplyColour | null) => void;
}

/** How many gave each reply, as a bar and as buttons that show only these. */
export function Overview({ board, filter, onFilter }: OverviewProps): ReactElement {
  const { theme: { colours, space, radius }, t } = useUI();
  const counts = replyCounts(board);
  return (
    <View style={{ gap: space.s }}>
      <View
        {...decoration}
        style={{ flexDirection: 'row', gap: 3, height: 12, borderRadius: radius.round, overflow: 'hidden', backgroundColor: colours.sunken }}
      >
        {counts.map(([colour, count]) => count > 0 && <View key={colour} style={{ flexGrow: count, flexBasis: 0, backgroundColor: colours[colour].fill }} />)}
      </View>
      <View accessibilityLabel={t('board.eta')} style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: space.s }}>
        {counts.map(([colour, count, name]) => (
          <Chip
            key={colour} role="togglebutton" title={t(name)} isOn={filter === colour} accessibilityLabel={`${t(name)}: ${count}`}
            onPress={() => onFilter(filter === colour ? null : colour)}
            start={<Dot color={colours[colour].fill} size={10} />} end={<Label kind="small" weight="700">{count}</Label>}
          />
        ))}
      </View>
    </View>
  );
}

import type { ReactElement } from 'react';
import { View } from 'react-native';
import type { PealClient } from 'peal-core';
import { useTabCount, type TabScope } from '../hooks/useTabCount.js';
import { Count } from './pieces.js';
import { useUI } from './PealUI.js';
import { withPeal } from './withPeal.js';

/** The number of a tab's icon (R173): new notifications of a category or thread, or of the app. Shows nothing at none. */
export const TabBadge = withPeal<TabScope>(Badge, 'TabBadge');

const MOST = 99;

function Badge({ peal: _, ...scope }: TabScope & { readonly peal: PealClient }): ReactElement | null {
  const { t } = useUI();
  const count = useTabCount(scope);
  if (count === 0) return null;
  return (
    <View accessible accessibilityLabel={t('bell.new', { count })}>
      <Count tone="red" value={count > MOST ? `${MOST}+` : count} />
    </View>
  );
}

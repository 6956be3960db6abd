/** What a screen reader passes over, on both systems. */
export const decoration = { accessibilityElementsHidden: true, importantForAccessibility: 'no-hide-descendants' } as const;

import { usePathname } from 'expo-router';
import type { ReactElement } from 'react';
import { announcements } from '../../src/content';
import { Items } from '../../src/Items';
import { MuteButtons } from '../../src/MuteButtons';

export default function Announcements(): ReactElement {
  const isFocused = usePathname() === '/announcements';
  return (
    <Items
      path="/announcements" category="announcements" items={announcements}
      header={<MuteButtons thread="announcements" isFocused={isFocused} />}
    />
  );
}

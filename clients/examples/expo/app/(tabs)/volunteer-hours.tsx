import type { ReactElement } from 'react';
import { hours } from '../../src/content';
import { Items } from '../../src/Items';

export default function VolunteerHours(): ReactElement {
  return <Items path="/volunteer-hours" category="volunteer-hours" items={hours} />;
}

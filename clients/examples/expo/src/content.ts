export interface Item {
  /** As a link's `highlight` names it: the entity's type and id. */
  readonly entity: string;
  readonly title: string;
  readonly text: string;
}

/** The content of your own backend; here the entities that README.md puts into the sandbox. */
export const announcements: readonly Item[] = [
  { entity: 'announcement/a1', title: 'Meeting moved to Thursday', text: 'We meet in room 12 at three o’clock.' },
  { entity: 'announcement/a2', title: 'Thank you', text: 'The food drive collected 80 boxes.' },
];
export const events: readonly Item[] = [
  { entity: 'event/e1', title: 'Food drive', text: 'Main hall' },
  { entity: 'event/e2', title: 'Weekly meeting', text: 'Room 12' },
];
export const hours: readonly Item[] = [
  { entity: 'hours-request/h1', title: 'Park clean-up', text: '2.5 hours' },
  { entity: 'hours-request/h2', title: 'Library', text: '1 hour' },
];

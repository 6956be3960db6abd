export interface CommunityEvent {
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly hostId: string;
}

/** The events of your own backend; here those that README.md puts into the sandbox. */
export async function fetchEvents(): Promise<readonly CommunityEvent[]> {
  return [
    { id: 'lunch-run', title: 'Lunch run', place: 'Town park', hostId: 'hanna' },
    { id: 'book-club', title: 'Book club', place: 'Library', hostId: 'hanna' },
  ];
}

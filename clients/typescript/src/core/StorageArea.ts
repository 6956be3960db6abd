/** What is stored of a user, by name. */
export type UserName = 'inbox' | 'deleted' | 'preferences';

/** A part of the platform's storage: JSON by name. A value that cannot be read counts as absent. */
export interface StorageArea<Name extends string = string> {
  read<T>(name: Name): Promise<T | null>;
  /** A failure is logged, and the client goes on with what it has in memory. */
  write(name: Name, value: unknown): Promise<void>;
  remove(name: Name): Promise<void>;
}

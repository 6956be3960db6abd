/** What is stored of a user, by name. */
export type UserName = 'inbox' | 'preferences';

/** A part of the platform's storage: JSON by name. A value that cannot be read counts as absent. */
export interface StorageArea<Name extends string = string> {
  read<T>(name: Name): Promise<T | null>;
  /** Answers whether it is stored. A failure is logged, and the client goes on with what it has in memory. */
  write(name: Name, value: unknown): Promise<boolean>;
  remove(name: Name): Promise<void>;
}

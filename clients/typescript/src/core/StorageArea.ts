/** A part of the platform's storage: JSON by name. A value that cannot be read counts as absent. */
export interface StorageArea {
  read<T>(name: string): Promise<T | null>;
  /** A failure is logged: what is stored makes the client start faster, and is never the only copy. */
  write(name: string, value: unknown): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes everything that was written here. */
  clear(): Promise<void>;
}

/** A part of the platform's storage: JSON by name. A value that cannot be read counts as absent. */
export interface StorageArea {
  read<T>(name: string): Promise<T | null>;
  /** Answers whether it is stored; a failure is logged, and the client goes on with what it has in memory. */
  write(name: string, value: unknown): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Removes everything that was written here. */
  clear(): Promise<void>;
}

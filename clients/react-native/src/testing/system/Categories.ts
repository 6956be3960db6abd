import type { Table } from '../behaviour/Table.js';

/** A button as the app registers it in a category, or puts it on a notification. */
export interface Button {
  readonly id: string;
  readonly title: string;
  readonly opensApp: boolean;
  readonly hasText: boolean;
  readonly choices?: readonly string[];
}

export interface Category {
  readonly id: string;
  readonly buttons: readonly Button[];
  readonly reportsDismissal: boolean;
}

/** The categories of buttons that the app registered; they survive its process. */
export class Categories {
  private known = new Map<string, Category>();

  constructor(private readonly table: Table, private readonly changed: () => void) {}

  /** Registers all of them in place of those that are there. */
  replace(categories: readonly Category[]): void {
    if (this.table.has('ios.category.replaced')) this.known = new Map();
    for (const category of categories) this.known.set(category.id, category);
    this.changed();
  }

  set(category: Category): void {
    this.known.set(category.id, category);
    this.changed();
  }

  delete(id: string): boolean {
    return this.known.delete(id);
  }

  get all(): readonly Category[] {
    return [...this.known.values()];
  }

  /** The category of a push. Expo does not find ids with certain characters. */
  find(id: string | undefined, isExpo: boolean): Category | undefined {
    if (id === undefined) return undefined;
    if (isExpo && /[:-]/.test(id) && this.table.has('expo.category.characters')) return undefined;
    return this.known.get(id);
  }
}

import { readFileSync } from 'node:fs';

/** An input that a client was seen to send, and what the server keeps of it; `null` is left out. */
export interface Row {
  readonly input: unknown;
  readonly value: unknown;
}

/** The rows of a file of `Tests/Corpus`, which the server's tests read as well. Tests run in the repository's root. */
export function corpus(name: string): Row[] {
  const lines = readFileSync(`Tests/Corpus/${name}.tsv`, 'utf8').split('\n').slice(2).filter(Boolean);
  return lines.map((line) => {
    const [input, value] = line.split('\t');
    return { input: JSON.parse(input!), value: JSON.parse(value!) };
  });
}

import { parseUsage, recordUse, type Usage } from '../../../machines/command-palette/frecency.ts';
import { STORAGE_KEYS, storage } from '../lib/storage.ts';

const read = (): Usage => {
  try {
    return parseUsage(JSON.parse(storage.read(STORAGE_KEYS.usage) ?? '{}'));
  } catch {
    return {};
  }
};

let usage: Usage | undefined;

export const commandUsage = {
  get: (): Usage => {
    usage ??= read();
    return usage;
  },
  set: (next: Usage): void => {
    usage = next;
    storage.write(STORAGE_KEYS.usage, JSON.stringify(next));
  },
  record: (id: string): void => commandUsage.set(recordUse(commandUsage.get(), id, Date.now())),
};

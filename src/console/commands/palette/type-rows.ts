import type { PaletteCommand } from '../../../../machines/command-palette/index.ts';
import { paths } from '../../lib/paths.ts';

type Template = { id: string; name: string; group: string };

/** A type as a row of its own, so that `syslog` leads to a new syslog source. */
export const createTypeRow = (kind: 'Source' | 'Destination', { id, name, group }: Template) =>
  ({
    id: `add:${kind}:${id}`,
    title: `Add ${kind.toLowerCase()}: ${name}`,
    group: 'Create',
    icon: 'plus' as const,
    keywords: [
      id.replaceAll('_', ' '),
      group,
      'new',
      ...(kind === 'Source' ? ['input', 'from', 'receive'] : ['output', 'sink', 'send to', 'write to']),
    ],
    path: kind === 'Source' ? paths.sources({ create: id }) : paths.destinations({ create: id }),
  }) satisfies PaletteCommand & { icon: string; path: string };

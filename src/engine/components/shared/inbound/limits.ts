import { z } from 'zod';
import { MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const GROUP = 'Limits';

export const maxEventBytes = (initial: number, help: string) =>
  field(
    z
      .int()
      .min(64)
      .max(64 * MIB)
      .default(initial),
    { label: 'Longest event', help, unit: 'bytes', group: GROUP },
  );

export const maxBodyBytes = (initial: number) =>
  field(
    z
      .int()
      .min(1024)
      .max(256 * MIB)
      .default(initial),
    {
      label: 'Largest request',
      help: 'Of the body after decompression; larger requests are refused with 413.',
      unit: 'bytes',
      group: GROUP,
    },
  );

export const maxPartBytes = (label: string, help: string) =>
  field(
    z
      .int()
      .min(1024)
      .max(256 * MIB)
      .default(16 * MIB),
    { label, help, unit: 'bytes', group: GROUP },
  );

export const maxConnections = () =>
  field(z.int().min(1).max(10_000).default(1000), {
    label: 'Connections',
    help: 'One address may have half of them, and at least 8. A further connection takes the place of one that has sent nothing of use yet, or is closed at once.',
    group: GROUP,
  });

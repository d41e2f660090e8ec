import { z } from 'zod';
import type { BufferConfig } from '../components/types.ts';

const DEFAULT: BufferConfig = { mode: 'memory', maxBytes: 32 << 20, whenFull: 'block' };

const schema = z.object({
  mode: z.enum(['memory', 'disk']).default(DEFAULT.mode),
  maxBytes: z.number().min(1).default(DEFAULT.maxBytes),
  whenFull: z.enum(['block', 'drop_newest']).default(DEFAULT.whenFull),
});

/**
 * Fills in defaults.
 * @throws ZodError
 */
export const bufferConfigOf = (config: Record<string, unknown>): BufferConfig =>
  schema.parse(config.buffer ?? {});

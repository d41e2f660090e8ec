import * as z from 'zod/mini';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '../limits.ts';
import { nameTextCheck } from '../names.ts';

/** [RFC 3339](https://datatracker.ietf.org/doc/html/rfc3339); `0001-01-01T00:00:00Z` is the empty time. */
export const timeSchema = z.string();

/** Raised only by people's edits, never by status; it is the ETag. */
export const revisionSchema = z.int().check(z.minimum(1));

export const nameSchema = (label: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(NAME_MAX_LENGTH, `${label} must be at most ${NAME_MAX_LENGTH} characters`),
      nameTextCheck(label),
    );

export const descriptionSchema = z
  .string()
  .check(
    z.maxLength(DESCRIPTION_MAX_LENGTH, `Description must be at most ${DESCRIPTION_MAX_LENGTH} characters`),
  );

export const configSchema = z.record(z.string(), z.unknown());
export type Config = z.infer<typeof configSchema>;

/** Replaces a stored secret in answers; sent back, it keeps the secret. */
export const SECRET_SET = { set: true } as const;
export const isSecretSet = (value: unknown): value is typeof SECRET_SET =>
  typeof value === 'object' && value !== null && 'set' in value && value.set === true;

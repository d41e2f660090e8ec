import * as z from 'zod/mini';
import { PROVIDER_STATES } from '../../../contract/entities/changeset.ts';
import { REQUEST_PROVIDERS } from '../../../contract/entities/git-providers.ts';
import type { ChangesetRow } from '../../store/schema.ts';

const keptSchema = z.object({
  kind: z.enum(REQUEST_PROVIDERS),
  number: z.int(),
  url: z.string(),
  state: z.enum(PROVIDER_STATES),
  comments: z.int(),
  seenAt: z.number(),
});
export type KeptRequest = z.infer<typeof keptSchema>;

export const readKept = ({
  provider_request: text,
}: Pick<ChangesetRow, 'provider_request'>): KeptRequest | undefined =>
  text === '' ? undefined : z.safeParse(keptSchema, JSON.parse(text)).data;

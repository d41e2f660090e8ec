import { ContractError } from '../../contract/errors.ts';
import type { Audit } from '../audit/audit.ts';
import { type Clock, formatTime } from '../clock.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { RemoteEngineRow } from '../store/schema.ts';
import { hashToken, makeCredential } from './tokens.ts';

type Tools = { store: Store; audit: Audit; clock: Clock };

export type Shown = {
  authorization: string | undefined;
  token: string | undefined;
  address?: string | undefined;
};

/** The engine stops trying. */
export class FinalRefusal extends ContractError {
  constructor(message: string) {
    super('UNAUTHENTICATED', message);
  }
}

const refuse = (message: string): ContractError => new FinalRefusal(message);

const ANOTHER = "create another one on the site's page";

async function findByToken(tx: Repositories, token: string, now: number): Promise<RemoteEngineRow> {
  const row = await tx.remoteEngines.findByToken(hashToken(token));
  if (!row) throw refuse(`This join token is unknown: it is wrong, or was replaced; ${ANOTHER}`);
  if (row.token_used_at !== 0)
    throw refuse(`This join token was used ${formatTime(row.token_used_at)} and works only once; ${ANOTHER}`);
  if (row.token_expires_at <= now)
    throw refuse(`This join token expired ${formatTime(row.token_expires_at)}; ${ANOTHER}`);
  return row;
}

/**
 * Finds the site by credential, or by a token that registers the credential.
 * @throws FinalRefusal
 */
export async function admit(
  { store, audit, clock }: Tools,
  { authorization, token, address }: Shown,
): Promise<string> {
  const credential = makeCredential(authorization);
  if (credential === undefined) throw refuse('An engine connects with a credential of its own');
  const credentialHash = hashToken(credential);
  const known = await store.remoteEngines.findByCredential(credentialHash);
  // With a token too: the answer to the join may have been lost.
  if (known) return known.site_id;
  if (token === undefined)
    throw refuse('This engine is unknown: it was disconnected, or its site was deleted');
  const now = clock();
  const attempt = { call: 'joinEngine', principal: undefined, source: 'api', now, address } as const;
  try {
    return await store.transaction(async (tx) => {
      const row = await findByToken(tx, token, now);
      const joined = { ...row, credential_hash: credentialHash, token_used_at: now, joined_at: now };
      const input = { siteId: row.site_id };
      await audit.record(tx, { ...attempt, input }, (seen) => seen.remoteEngines.put(joined));
      return row.site_id;
    });
  } catch (error) {
    if (error instanceof ContractError) await audit.recordDenied(attempt, error.message);
    throw error;
  }
}

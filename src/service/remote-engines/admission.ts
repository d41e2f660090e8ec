import { ContractError } from '../../contract/errors.ts';
import type { Audit } from '../audit/audit.ts';
import { type Clock, toTime } from '../ids.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { RemoteEngineRow } from '../store/schema.ts';
import { credentialOf, hashOf } from './tokens.ts';

type Tools = { store: Store; audit: Audit; clock: Clock };

/** What an engine shows when it connects. */
export type Shown = { authorization: string | undefined; token: string | undefined };

/** An engine that hears this tries no more. */
export class FinalRefusal extends ContractError {
  constructor(message: string) {
    super('UNAUTHENTICATED', message);
  }
}

const refused = (message: string): ContractError => new FinalRefusal(message);

const ANOTHER = "create another one on the site's page";

async function rowOfToken(tx: Repositories, token: string, now: number): Promise<RemoteEngineRow> {
  const row = await tx.remoteEngines.findByToken(hashOf(token));
  if (!row) throw refused(`This join token is not known: it is wrong, or was replaced; ${ANOTHER}`);
  if (row.token_used_at !== 0)
    throw refused(`This join token was used ${toTime(row.token_used_at)}, and it is good once; ${ANOTHER}`);
  if (row.token_expires_at <= now)
    throw refused(`This join token expired ${toTime(row.token_expires_at)}; ${ANOTHER}`);
  return row;
}

/**
 * The site of the engine that shows this: its credential, or a token with which that credential joins.
 * @throws FinalRefusal
 */
export async function admit(
  { store, audit, clock }: Tools,
  { authorization, token }: Shown,
): Promise<string> {
  const credential = credentialOf(authorization);
  if (credential === undefined) throw refused('An engine connects with a credential of its own');
  const credentialHash = hashOf(credential);
  const known = await store.remoteEngines.findByCredential(credentialHash);
  // Also with a token: the answer to the join was lost.
  if (known) return known.site_id;
  if (token === undefined)
    throw refused('This engine is not known here: it was disconnected, or its site was deleted');
  const now = clock();
  const attempt = { call: 'joinEngine', principal: undefined, source: 'api', now } as const;
  try {
    return await store.transaction(async (tx) => {
      const row = await rowOfToken(tx, token, now);
      const joined = { ...row, credential_hash: credentialHash, token_used_at: now, joined_at: now };
      const input = { siteId: row.site_id };
      await audit.recorded(tx, { ...attempt, input }, (seen) => seen.remoteEngines.put(joined));
      return row.site_id;
    });
  } catch (error) {
    if (error instanceof ContractError) await audit.denied(attempt, error.message);
    throw error;
  }
}

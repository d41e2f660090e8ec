import * as z from 'zod/mini';
import { type AskProvider, ProviderRefusal } from './ask.ts';
import type { Lack } from './port.ts';

/** No pull request has this number and no commit this id, so these requests change nothing. */
export const NO_NUMBER = 0;
export const NO_COMMIT = '0'.repeat(40);

/** Without a missing right, providers answer that there is no such thing. */
async function isForbidden(ask: AskProvider, asked: Parameters<AskProvider>[0]): Promise<string | undefined> {
  try {
    await ask(asked, z.unknown());
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.status === 401 || error.status === 403) return error.message;
  }
  return undefined;
}

type Wanted = { title: string; opening: string; reporting: string };

/**
 * Tests a token's rights with requests for nothing, since no provider tells whether it has the person's
 * rights.
 * @param advice what to grant the token, in the provider's words
 */
export async function listForbidden(
  ask: AskProvider,
  change: Parameters<AskProvider>[0],
  report: Parameters<AskProvider>[0],
  { title, opening, reporting }: Wanted,
): Promise<Lack[]> {
  const [opens, reports] = [await isForbidden(ask, change), await isForbidden(ask, report)];
  const lacks: Lack[] = [];
  if (opens !== undefined)
    lacks.push({
      message: `The access token may not open pull requests at ${title} (${opens})`,
      advice: opening,
    });
  if (reports !== undefined)
    lacks.push({
      message: `The access token may not set commit statuses at ${title} (${reports})`,
      advice: reporting,
    });
  return lacks;
}

export const archived = (title: string): Lack => ({
  message: `${title} is archived: nothing can be changed in it`,
  advice: 'Unarchive it at the provider, or follow another repository',
});
export const withoutRequests = (title: string): Lack => ({
  message: `Pull requests are switched off for ${title}`,
  advice: 'Switch them on in the settings of the repository at the provider',
});
export const readOnly = (title: string, advice: string): Lack => ({
  message: `Whoever the access token is of may not write to ${title}`,
  advice,
});

import { RemoteProblem } from '../follow/problem.ts';
import { requirePushable } from '../follow/push.ts';
import type { RemoteSettings } from '../follow/remote.ts';
import { openProvider } from './open.ts';
import type { Lack } from './port.ts';

const toLack = (error: unknown): Lack => {
  if (!(error instanceof RemoteProblem)) throw error;
  return { message: error.message, advice: error.advice };
};

async function listOfProvider({ provider: named, repo, token }: RemoteSettings): Promise<Lack[]> {
  if (!named) return [];
  if (token === '')
    return [
      {
        message: 'Pull requests cannot be opened at the provider without an access token',
        advice: 'Give one that may open pull requests and set commit statuses',
      },
    ];
  const provider = openProvider(named, repo, token);
  if (!provider)
    return [
      {
        message: 'Pull requests cannot be opened: the repository URL names none of the provider',
        advice: 'Enter the URL that the provider shows, such as https://git.example.org/team/pipelines.git',
      },
    ];
  return provider.listLacks().catch((error: unknown) => [toLack(error)]);
}

export async function listMissing(settings: RemoteSettings): Promise<Lack[]> {
  const refused = await requirePushable(settings).then(
    () => [],
    (error: unknown) => [toLack(error)],
  );
  return [...refused, ...(await listOfProvider(settings))];
}

import * as z from 'zod/mini';
import { getErrorMessage } from '../../../contract/values.ts';
import { fetchFromProvider } from '../../auth/provider-fetch.ts';
import { RemoteProblem } from '../follow/problem.ts';

type Asked = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  body?: unknown;
};
export class ProviderRefusal extends RemoteProblem {
  readonly status: number;

  constructor(status: number, message: string, advice: string) {
    super(message, advice, status >= 500 || status === 429);
    this.status = status;
  }
}

/** @throws RemoteProblem for any unexpected answer */
export type AskProvider = <T extends z.ZodMiniType>(asked: Asked, schema: T) => Promise<z.infer<T>>;

const messageSchema = z.object({ message: z.optional(z.unknown()), error: z.optional(z.unknown()) });

function readMessage(text: string): string {
  try {
    const { message, error } = z.parse(messageSchema, JSON.parse(text));
    const said = message ?? error;
    const words = typeof said === 'string' ? said : said === undefined ? '' : JSON.stringify(said);
    return words.replace(/\p{Cc}/gu, ' ').slice(0, 200);
  } catch {
    return '';
  }
}

/** @param name provider name for messages */
export function createAskProvider(name: string, api: string, headers: Record<string, string>): AskProvider {
  return async ({ method = 'GET', path, body }, schema) => {
    const { host } = new URL(api);
    let answer: Response;
    try {
      answer = await fetchFromProvider(`${api}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'penstock',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      throw new RemoteProblem(
        `${name} at ${host} could not be asked: ${getErrorMessage(error)}`,
        'Check the API address in the form of the site, and that it is reachable',
        true,
      );
    }
    const text = await answer.text();
    if (answer.ok) {
      const read = z.safeParse(schema, text === '' ? {} : parse(text));
      if (read.success) return read.data;
      throw new RemoteProblem(
        `${name} at ${host} answered something else than its API describes`,
        'Check the API address in the form of the site',
      );
    }
    const said = readMessage(text);
    const what = `${name} answered ${answer.status}${said === '' ? '' : `: ${said}`}`;
    if (answer.status === 401 || answer.status === 403)
      throw new ProviderRefusal(
        answer.status,
        what,
        'Give an access token that may open pull requests and set commit statuses',
      );
    if (answer.status === 404)
      throw new ProviderRefusal(
        answer.status,
        what,
        'Give an access token that may read the repository, or correct its URL',
      );
    throw new ProviderRefusal(answer.status, what, `Check the repository at ${name}`);
  };
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

import { z } from 'zod';
import { checkUrl, field } from '../../../engine/components/catalogue.ts';
import { describeHost, sendHttp } from './http.ts';
import { type ChannelKind, defineChannel } from './kind.ts';
import type { AlertMessage } from './message.ts';

type SecretUrlChannel = Pick<ChannelKind, 'type' | 'name' | 'description'> & {
  help: string;
  placeholder: string;
  toPayload: (message: AlertMessage) => object;
};

/** For receivers that only need a URL: whoever has it may post. */
export function defineSecretUrlChannel({ help, placeholder, toPayload, ...names }: SecretUrlChannel) {
  const writeBody = (message: AlertMessage): string => JSON.stringify(toPayload(message));
  return defineChannel({
    ...names,
    schema: z
      .strictObject({
        url: field(z.string().trim().min(1).max(2048), {
          label: 'Webhook URL',
          help,
          placeholder,
          kind: 'secret',
        }),
      })
      .superRefine(({ url }, context) => checkUrl('url', url, context)),
    describeAddress: ({ url }) => describeHost(url),
    write: (_config, { message }) => ({ subject: '', bodies: [writeBody(message)] }),
    send: ({ url }, { message, now, signal }) =>
      sendHttp(
        { url, body: writeBody(message) },
        { now, signal, secrets: [url, new URL(url).pathname, new URL(url).search] },
      ),
  });
}

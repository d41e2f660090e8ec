import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context } from 'hono';
import { ContractError } from '../../contract/errors.ts';
import { OPAMP_MAX_BYTES } from '../../contract/limits.ts';

export const PROTOBUF = 'application/x-protobuf';

const unzip = promisify(gunzip);

/** @throws ContractError UNSUPPORTED_MEDIA_TYPE */
export function requireProtobuf(c: Context): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === PROTOBUF) return;
  const given = type ? `'${type}'` : 'without a Content-Type';
  throw new ContractError('UNSUPPORTED_MEDIA_TYPE', `Send the message as ${PROTOBUF}, not ${given}`);
}

/** As the agent reaches the service; allowed hosts were checked before. */
export function readOrigin(c: Context, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const { protocol, host } = new URL(c.req.url);
  const isSecure = /^(https|wss):$/.test(protocol) || c.req.header('x-forwarded-proto') === 'https';
  return `${isSecure ? 'https' : 'http'}://${c.req.header('host') ?? host}`;
}

/**
 * Limited before it is unpacked or kept.
 * @throws ContractError
 */
export async function readBody(c: Context): Promise<Uint8Array> {
  const tooLarge = () =>
    new ContractError('PAYLOAD_TOO_LARGE', `A message may have ${OPAMP_MAX_BYTES} bytes`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = c.req.raw.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > OPAMP_MAX_BYTES) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  const body = Buffer.concat(chunks);
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip')
    throw new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the message as it is or by gzip, not ${encoding}`,
    );
  try {
    return await unzip(body, { maxOutputLength: OPAMP_MAX_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new ContractError('VALIDATION_FAILED', 'The body is no gzip');
  }
}

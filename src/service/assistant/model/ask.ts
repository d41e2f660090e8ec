import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, type LanguageModel } from 'ai';
import { createEndpointFetch, EndpointFault, type ModelLimits } from './endpoint-fetch.ts';
import type { EndpointConfig } from './endpoint-settings.ts';

const WORD_MAX_LENGTH = 80;
const STATUSES: Record<number, string> = {
  401: 'it refuses the API key',
  403: 'it refuses the API key',
  404: 'it knows no such address or model',
  429: 'it takes no more questions for now',
};

/** Always a model object for the configured address: the `ai` package resolves bare names elsewhere. */
export function createModel({ address, model, apiKey }: EndpointConfig, limits: ModelLimits): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL: address.replace(/\/+$/, ''),
    ...(apiKey === '' ? {} : { apiKey }),
    fetch: createEndpointFetch(address, limits),
  });
  return provider.chatModel(model);
}

const findFault = (error: unknown): EndpointFault | undefined => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof EndpointFault) return one;
  return undefined;
};

/** System codes only: an endpoint's own message may quote the key. */
const findCode = (error: unknown): string | undefined => {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string') return one.code;
  return undefined;
};

/** Why a question failed; follows 'because'. */
export function describeEndpointFault(error: unknown): string {
  const fault = findFault(error);
  if (fault) return fault.message;
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode !== 200)
    return STATUSES[error.statusCode] ?? `it answered with status ${error.statusCode}`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  const code = findCode(error);
  if (code === 'ECONNREFUSED') return 'nothing listens at its address';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name cannot be resolved';
  if (code === 'ECONNRESET') return 'the connection broke';
  return code === undefined ? 'its answer cannot be read' : `the connection failed (${code})`;
}

export const cleanModelText = (text: string): string =>
  text.replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, (one) =>
    one === '\n' || one === '\t' ? one : '',
  );

export async function askOneWord(
  config: EndpointConfig,
  limits: ModelLimits,
  signal: AbortSignal,
): Promise<{ text: string; problem?: undefined } | { problem: string }> {
  try {
    const { text } = await generateText({
      model: createModel(config, limits),
      prompt: 'Answer with the one word: ready',
      maxOutputTokens: 400,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(limits.stallMs)]),
    });
    return { text: cleanModelText(text).replace(/\s+/g, ' ').trim().slice(0, WORD_MAX_LENGTH) };
  } catch (error) {
    return { problem: `It cannot be asked: ${describeEndpointFault(error)}.` };
  }
}

import type { Services } from '../services.ts';
import { readCommitStyle } from '../sites/git.ts';
import type { Repositories } from '../store/index.ts';
import { signCommit } from './commit-signature.ts';
import type { CommitRequest, GitRepository } from './repository.ts';

const TRAILER = /^[A-Za-z][\w-]*: .+$/;

/**
 * Git reads [trailers](https://git-scm.com/docs/git-interpret-trailers) only in the last paragraph, so they
 * follow the template's text.
 */
function splitMessage(message: string): { title: string; text: string; trailers: string } {
  const paragraphs = message.trim().split(/\n{2,}/);
  const last = paragraphs.at(-1) ?? '';
  const hasTrailers = paragraphs.length > 1 && last.split('\n').every((line) => TRAILER.test(line));
  const [title = '', ...lines] = paragraphs
    .slice(0, hasTrailers ? -1 : undefined)
    .join('\n\n')
    .split('\n');
  return { title, text: lines.join('\n').trim(), trailers: hasTrailers ? last : '' };
}

/** @param template with `{title}`, `{text}`, `{author}` and `{site}`; empty keeps the message */
export function formatMessage(
  template: string,
  { message, author, site }: { message: string; author: string; site: string },
): string {
  if (template === '') return message;
  const { title, text, trailers } = splitMessage(message);
  const values: Record<string, string> = { title, text, author, site };
  const filled = template
    .replace(/\{(title|text|author|site)\}/g, (_, name: string) => values[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return trailers === '' ? `${filled}\n` : `${filled}\n\n${trailers}\n`;
}

/** Commits with the site's message template and signing key. */
export async function commitTo(
  services: Pick<Services, 'sealer'>,
  tx: Repositories,
  siteId: string,
  repository: GitRepository,
  request: CommitRequest,
): Promise<string> {
  const site = await tx.sites.find(siteId);
  if (!site) return repository.commit(request);
  const { template, signingKey } = readCommitStyle(services, site);
  const message = formatMessage(template, {
    message: request.message,
    author: request.author.name,
    site: site.name,
  });
  const sign = signingKey === '' ? {} : { sign: (payload: string) => signCommit(signingKey, payload) };
  return repository.commit({ ...request, message, ...sign });
}

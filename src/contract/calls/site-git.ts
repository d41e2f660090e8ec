import * as z from 'zod/mini';
import { gitFollowSchema } from '../entities/git-follow.ts';
import { idSchema } from '../ids.ts';
import { defineCall, deletes, writes } from './define.ts';

const siteParameters = z.strictObject({ siteId: idSchema('site') });
/** Files of the branch create, change, deploy and delete all of these. */
const WHOLE = [
  writes('PIPELINES'),
  deletes('PIPELINES'),
  writes('SOURCES'),
  deletes('SOURCES'),
  writes('SINKS'),
  deletes('SINKS'),
];

export const siteGitCalls = {
  syncSite: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/git/sync',
    summary:
      'Bring a site to what is on the branch that it follows, now. With putBack, what was changed past the branch is put back too.',
    access: { ...writes('SITES'), also: WHOLE },
    pathParameters: siteParameters,
    body: z.strictObject({ putBack: z._default(z.boolean(), false) }),
    response: z.object({ follow: gitFollowSchema }),
  }),
  testSiteRepository: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/git/test',
    summary:
      'Try to read the branch that a site follows, and ask whether pull requests can be pushed and opened there. Nothing is changed.',
    access: writes('SITES'),
    pathParameters: siteParameters,
    changesNothing: true,
    response: z.object({
      isReached: z.boolean(),
      message: z.string(),
      advice: z.string(),
      commit: z.string(),
      /** What pull requests still need there. */
      missing: z.array(z.object({ message: z.string(), advice: z.string() })),
      /** The server's current SSH host key, when not the confirmed one. */
      hostKey: z.optional(z.object({ key: z.string(), fingerprint: z.string() })),
    }),
  }),
};

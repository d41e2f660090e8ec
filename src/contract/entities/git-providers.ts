export const GIT_PROVIDERS = ['GITHUB', 'GITLAB'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];
/** Providers with pull requests; Forgejo uses Gitea's API. */
export const REQUEST_PROVIDERS = [...GIT_PROVIDERS, 'GITEA'] as const;
export type RequestProvider = (typeof REQUEST_PROVIDERS)[number];

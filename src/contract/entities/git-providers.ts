export const GIT_PROVIDERS = ['GITHUB', 'GITLAB'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];
/** Those whose pull requests can be opened; Forgejo speaks as Gitea does. */
export const REQUEST_PROVIDERS = [...GIT_PROVIDERS, 'GITEA'] as const;
export type RequestProvider = (typeof REQUEST_PROVIDERS)[number];

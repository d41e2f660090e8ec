/** What the sign-in settings publish for their commands. */
export type SsoScope = {
  /** True, or why there is nothing to save. */
  canSave: true | string;
  save: () => void;
  /** True, or why the stored settings cannot be tried. */
  canTest: true | string;
  test: () => void;
  hasFallback: boolean;
  makeCode: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    sso: SsoScope;
  }
}

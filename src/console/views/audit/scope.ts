export type AuditScope = {
  isVerifying: boolean;
  /** Checks the integrity of all records. Must be stable. */
  verify: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    audit: AuditScope;
  }
}

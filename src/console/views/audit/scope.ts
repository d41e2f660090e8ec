/** What the audit screen publishes. */
export type AuditScope = {
  isVerifying: boolean;
  /** Reads all records and shows whether they are as they were written. Keep it stable. */
  verify: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    audit: AuditScope;
  }
}

export type AssistantModelScope = {
  /** True, or why there is nothing to save. */
  canSave: true | string;
  save: () => void;
  /** True, or why the saved settings cannot be tested. */
  canTest: true | string;
  test: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    assistantModel: AssistantModelScope;
  }
}

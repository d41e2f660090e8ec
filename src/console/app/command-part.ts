/** Lazy-loaded commands, by the screens that need them first. */
export type CommandPart =
  | 'lists'
  | 'pipelines'
  | 'pipeline'
  | 'connections'
  | 'monitoring'
  | 'fleets'
  | 'sites'
  | 'settings'
  | 'search'
  | 'alerts'
  | 'screens';

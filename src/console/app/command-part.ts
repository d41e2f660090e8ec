/** Commands that load later, by where they are needed first. */
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

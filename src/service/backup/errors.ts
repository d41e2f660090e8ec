/** A backup or restore that is refused or fails; nothing was changed. */
export class BackupError extends Error {
  readonly whatToDo: string;
  constructor(what: string, whatToDo: string) {
    super(what);
    this.name = 'BackupError';
    this.whatToDo = whatToDo;
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

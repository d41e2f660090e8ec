/** Nothing was changed. */
export class BackupError extends Error {
  readonly whatToDo: string;
  constructor(what: string, whatToDo: string) {
    super(what);
    this.name = 'BackupError';
    this.whatToDo = whatToDo;
  }
}

/** A defect: an edit of one file, and the test files that must turn red when it is made. */
export type Defect = {
  name: string;
  file: string;
  /** Text that stands exactly once in the file. */
  find: string;
  replace: string;
  mustTurnRed: string[];
};

export const DEFECTS: Defect[] = [];

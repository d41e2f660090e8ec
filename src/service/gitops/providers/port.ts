/** GitLab: merge request. */
export type ProviderRequest = {
  number: number;
  /** Its page. */
  url: string;
  state: 'open' | 'merged' | 'closed';
  /** By people. */
  comments: number;
  /** Who merged or closed it, by the provider's name, or empty. */
  by: string;
};

export type NewProviderRequest = {
  branch: string;
  /** Target branch. */
  base: string;
  title: string;
  text: string;
};

export type CommitStatus = {
  isFailed: boolean;
  /** Distinguishes this status from others'. */
  context: string;
  text: string;
};

/** A missing requirement, and advice. */
export type Lack = { message: string; advice: string };

/** A provider's operations; one small file for each kind. */
export type Provider = {
  /**
   * The open pull request between the branches. Ignores forks, whose branches may share the name.
   * @throws RemoteProblem
   */
  findOpen(branch: string, base: string): Promise<ProviderRequest | undefined>;
  /** @throws RemoteProblem */
  open(request: NewProviderRequest): Promise<ProviderRequest>;
  /** @throws RemoteProblem */
  read(number: number): Promise<ProviderRequest>;
  /**
   * Marks it as merged by a push; absent where the provider detects that. Call before its branch is deleted;
   * does nothing if the repository forbids it.
   * @throws RemoteProblem
   */
  markMerged?(number: number, commit: string): Promise<void>;
  /** @throws RemoteProblem */
  close(number: number): Promise<void>;
  /**
   * What repository and token lack for pull requests; changes nothing.
   * @throws RemoteProblem when the repository is unreadable
   */
  listLacks(): Promise<Lack[]>;
  /** @throws RemoteProblem */
  setStatus(commit: string, status: CommitStatus): Promise<void>;
};

export type ProviderAddress = {
  /** REST API without a trailing slash. */
  api: string;
  /** For people. */
  title: string;
  /** In API paths. */
  project: string;
  /** First part of the repository's path. */
  owner: string;
  /** In clear. */
  token: string;
};

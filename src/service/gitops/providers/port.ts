/** GitLab: merge request. */
export type ProviderRequest = {
  number: number;
  url: string;
  state: 'open' | 'merged' | 'closed';
  comments: number;
  /** Who merged or closed it, by the provider's name, or empty. */
  by: string;
};

export type NewProviderRequest = {
  branch: string;
  base: string;
  title: string;
  text: string;
};

export type CommitStatus = {
  isFailed: boolean;
  context: string;
  text: string;
};

export type Lack = { message: string; advice: string };

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
  api: string;
  title: string;
  project: string;
  owner: string;
  /** In clear. */
  token: string;
};

/** A pull request as a provider has it; GitLab calls it merge request. */
export type ProviderRequest = {
  number: number;
  /** Its page. */
  url: string;
  state: 'open' | 'merged' | 'closed';
  /** How many comments people wrote there. */
  comments: number;
  /** Who merged or closed it, as the provider names them, or empty. */
  by: string;
};

export type NewProviderRequest = {
  branch: string;
  /** The branch that it is to be merged into. */
  base: string;
  title: string;
  text: string;
};

export type CommitStatus = {
  isFailed: boolean;
  /** Tells this status from those of others. */
  context: string;
  text: string;
};

/** Something that pull requests need, and what to do for it. */
export type Lack = { message: string; advice: string };

/** What Penstock asks of a provider; one small file for each kind. */
export type Provider = {
  /**
   * The open pull request from this branch into `base`. One of a fork is left out: its branch may have the same name.
   * @throws RemoteProblem
   */
  findOpen(branch: string, base: string): Promise<ProviderRequest | undefined>;
  /** @throws RemoteProblem */
  open(request: NewProviderRequest): Promise<ProviderRequest>;
  /** @throws RemoteProblem */
  read(number: number): Promise<ProviderRequest>;
  /**
   * Says that it was merged by a push; absent where the provider sees that by itself. It has to come before its branch
   * goes, and what the repository does not allow is not done.
   * @throws RemoteProblem
   */
  markMerged?(number: number, commit: string): Promise<void>;
  /** @throws RemoteProblem */
  close(number: number): Promise<void>;
  /**
   * What pull requests need of the repository and the access token, and do not have; nothing is changed.
   * @throws RemoteProblem where the repository cannot be read
   */
  listLacks(): Promise<Lack[]>;
  /** @throws RemoteProblem */
  setStatus(commit: string, status: CommitStatus): Promise<void>;
};

/** Where a provider's API is, and which repository is asked for. */
export type ProviderAddress = {
  /** Of its REST API, without a slash at the end. */
  api: string;
  /** As people name it. */
  title: string;
  /** As its API names it in paths. */
  project: string;
  /** The first part of the repository's path. */
  owner: string;
  /** In clear. */
  token: string;
};

/** What can be searched for. */
export const searchModels = ['bins', 'farms', 'users'] as const;
export type SearchModel = (typeof searchModels)[number];

/** The kinds of records that can be searched for. */
export const searchModels = ['bins', 'farms', 'users'] as const;
export type SearchModel = (typeof searchModels)[number];

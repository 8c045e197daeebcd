// <ff-board> defines its properties in a loop that the type checker cannot see.
export {};

declare module "../../src/fivefold/server/web/static/board/board.js" {
  interface Board {
    game: any;
    view: any;
    overlay: any;
    label: any;
    coordinates: boolean | null;
  }
}

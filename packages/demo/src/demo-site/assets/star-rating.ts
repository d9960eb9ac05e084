/**
 * Browser script of `<star-rating name value>`: five buttons in an open shadow root. The element takes
 * part in its form (https://html.spec.whatwg.org/multipage/custom-elements.html#form-associated-custom-elements),
 * which therefore sends `name=1` to `name=5`, or nothing while no star is chosen.
 */
export const starRatingScript = `class StarRating extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();
  #buttons = [1, 2, 3, 4, 5].map((stars) => this.#button(stars));
  #text = document.createElement('output');

  connectedCallback() {
    if (this.shadowRoot) return;
    this.#internals.role = 'group';
    const style = document.createElement('style');
    style.textContent = \`
      :host { display: flex; align-items: center; gap: 2px }
      button { border: 0; background: none; padding: 0 3px; font-size: 26px; line-height: 1; color: #c3ced1; cursor: pointer }
      button.on { color: #e09f1f }
      button:focus-visible { outline: 2px solid #1c7c7d; border-radius: 4px }
      output { margin-left: 10px; color: #5b7076; font-size: 14px }
    \`;
    this.attachShadow({ mode: 'open' }).append(style, ...this.#buttons, this.#text);
    this.#show(Number(this.getAttribute('value')) || 0);
  }

  #button(stars) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '★';
    button.setAttribute('aria-label', stars === 1 ? '1 star' : stars + ' stars');
    button.addEventListener('click', () => this.#show(stars));
    return button;
  }

  #show(stars) {
    this.#internals.setFormValue(stars > 0 ? String(stars) : null);
    this.#text.textContent = stars > 0 ? stars + ' of 5' : 'No rating yet';
    this.#buttons.forEach((button, index) => {
      button.classList.toggle('on', index < stars);
      button.setAttribute('aria-pressed', String(index + 1 === stars));
    });
  }
}
customElements.define('star-rating', StarRating);
`;

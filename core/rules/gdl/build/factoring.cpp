#include <algorithm>
#include <queue>
#include <unordered_map>

#include "rules/gdl/build/gates.h"

namespace boardworth {

namespace {

using Product = std::vector<GateLiteral>;

class Factoring {
  public:
    explicit Factoring(std::vector<Product> products)
        : products_(std::move(products)), left_(products_.size(), true) {
        for (std::size_t i = 0; i < products_.size(); ++i)
            for (const GateLiteral literal : products_[i]) users_[literal].products.push_back(i);
        for (auto& [literal, user] : users_) {
            user.left = user.products.size();
            if (user.left > 1) most_frequent_.emplace(user.left, ~literal);
        }
    }

    GateLiteral sum(Gates& gates) {
        std::vector<GateLiteral> terms;
        while (!most_frequent_.empty()) {
            const auto [count, key] = most_frequent_.top();
            most_frequent_.pop();
            const GateLiteral literal = ~key;
            const std::size_t now = users_[literal].left;
            if (now < 2) continue;
            if (now < count) {
                most_frequent_.emplace(now, key);
                continue;
            }
            terms.push_back(gates.all_of({literal, sum_of_products(gates, taken_out(literal))}));
        }
        for (std::size_t i = 0; i < products_.size(); ++i)
            if (left_[i]) terms.push_back(gates.all_of(std::move(products_[i])));
        return gates.any_of(std::move(terms));
    }

  private:
    struct Users {
        std::vector<std::size_t> products;
        std::size_t left = 0;
    };

    // The products that have a literal, without it; they are done with here.
    std::vector<Product> taken_out(GateLiteral literal) {
        std::vector<Product> quotients;
        for (const std::size_t i : users_[literal].products) {
            if (!left_[i]) continue;
            left_[i] = false;
            for (const GateLiteral other : products_[i]) --users_[other].left;
            std::erase(products_[i], literal);
            quotients.push_back(std::move(products_[i]));
        }
        return quotients;
    }

    std::vector<Product> products_;
    std::vector<bool> left_;
    std::unordered_map<GateLiteral, Users> users_;
    // By count, then by the smaller literal: complements make the queue's largest the smallest.
    std::priority_queue<std::pair<std::size_t, GateLiteral>> most_frequent_;
};

}  // namespace

GateLiteral sum_of_products(Gates& gates, std::vector<Product> products) {
    for (Product& product : products) {
        gates.work.add(1 + product.size());
        std::ranges::sort(product);
    }
    std::ranges::sort(products);
    products.erase(std::unique(products.begin(), products.end()), products.end());
    if (products.empty()) return never;
    if (products[0].empty()) return always;
    if (products.size() == 1) return gates.all_of(std::move(products[0]));
    return Factoring(std::move(products)).sum(gates);
}

}  // namespace boardworth
